/** How wide the text may be, in percent of the page. */
export const textWidths = { least: 18, most: 70, usual: 31 };

/** The width nearest to one that is asked for. */
export const clampWidth = (percent: number): number =>
  Number.isFinite(percent)
    ? Math.min(textWidths.most, Math.max(textWidths.least, Math.round(percent)))
    : textWidths.usual;
