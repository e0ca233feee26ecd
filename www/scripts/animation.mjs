/**
 * Makes docs/drag.png from the built page: a weight is dragged and the answer follows. An animated PNG, put together
 * from the browser's screenshots: each frame holds only the lines of pixels that changed since the one before.
 *
 * usage: node scripts/animation.mjs [example of the gallery] [prioritizer]
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync, inflateSync } from "node:zlib";
import { withPage } from "./served.mjs";

const target = fileURLToPath(new URL("../../docs/drag.png", import.meta.url));
const [example = "addon-scores.yaml", prioritizer = "AddOn/network-score/bandwidth"] = process.argv.slice(2);

const size = { width: 1000, height: 760 };
const bytesOfPixel = 3;
const lineBytes = 1 + size.width * bytesOfPixel;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

const numbers = (...all) => {
  const bytes = Buffer.alloc(all.length * 4);
  for (const [at, number] of all.entries()) bytes.writeUInt32BE(number, at * 4);
  return bytes;
};

/** The chunks of a PNG, by type. */
function* chunks(png) {
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}

/** The colours of a screenshot, line by line, without filters. */
function pixels(png) {
  const data = [];
  for (const part of chunks(png)) {
    if (part.type === "IHDR" && (part.data[8] !== 8 || part.data[9] !== 2))
      throw new Error("the screenshot is not RGB");
    if (part.type === "IDAT") data.push(part.data);
  }
  const lines = inflateSync(Buffer.concat(data));
  for (let y = 0; y < size.height; y++) {
    const line = y * lineBytes;
    const filter = lines[line];
    for (let x = 1; x < lineBytes; x++) {
      const left = x > bytesOfPixel ? lines[line + x - bytesOfPixel] : 0;
      const up = y > 0 ? lines[line - lineBytes + x] : 0;
      const corner = x > bytesOfPixel && y > 0 ? lines[line - lineBytes + x - bytesOfPixel] : 0;
      lines[line + x] += [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    }
    lines[line] = 0;
  }
  return lines;
}

function paeth(left, up, corner) {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

const line = (frame, y) => frame.subarray(y * lineBytes, (y + 1) * lineBytes);

/** The first and the last line that differ; null where none does. */
function changed(before, after) {
  let [first, last] = [0, size.height - 1];
  while (first <= last && line(before, first).equals(line(after, first))) first++;
  while (last > first && line(before, last).equals(line(after, last))) last--;
  return first > last ? null : { first, last };
}

/** Frames with how many milliseconds each is on show. */
function animated(frames) {
  const parts = [];
  let sequence = 0;
  frames.forEach(({ shown, milliseconds }, at) => {
    const { first, last } =
      at === 0 ? { first: 0, last: size.height - 1 } : (changed(frames[at - 1].shown, shown) ?? { first: 0, last: 0 });
    const control = Buffer.alloc(26);
    numbers(sequence++, size.width, last - first + 1, 0, first).copy(control);
    control.writeUInt16BE(milliseconds, 20);
    control.writeUInt16BE(1000, 22);
    const data = deflateSync(shown.subarray(first * lineBytes, (last + 1) * lineBytes), { level: 9 });
    parts.push(chunk("fcTL", control));
    parts.push(at === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([numbers(sequence++), data])));
  });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", Buffer.concat([numbers(size.width, size.height), Buffer.from([8, 2, 0, 0, 0])])),
    chunk("acTL", numbers(frames.length, 0)),
    ...parts,
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

await withPage(async (browser, address) => {
  const page = await browser.newPage({
    viewport: size,
    deviceScaleFactor: 1,
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  // The page's clock starts when it loads; a picture should not change with the day.
  await page.clock.setFixedTime(new Date("2026-11-20T12:00:00Z"));
  await page.goto(new URL(`?example=${example}`, address).href);
  await page.locator(".answer-line h1").waitFor();
  await page.waitForTimeout(500);
  const slider = page.getByLabel(`Weight of ${prioritizer}, slider`);
  const begun = Number(await slider.inputValue());
  const frames = [];
  const take = async (milliseconds) => frames.push({ shown: pixels(await page.screenshot()), milliseconds });
  await take(1500);
  const values = [];
  for (let value = begun - 1; value >= -3; value--) values.push(value);
  for (let value = -2; value <= begun; value++) values.push(value);
  for (const value of values) {
    await slider.evaluate((input, value) => {
      input.value = String(value);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, value);
    await page.waitForTimeout(250);
    await take(value === -3 ? 1500 : 180);
  }
  writeFileSync(target, animated(frames));
  console.log(target);
});
