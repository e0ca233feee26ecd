/** Handlers for a chart on which a press chooses a place, and a drag goes on choosing. */
export const followPointer = (choose: (event: PointerEvent) => void) => ({
  onPointerDown(event: PointerEvent): void {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    choose(event);
  },
  onPointerMove(event: PointerEvent): void {
    if (event.buttons === 1) choose(event);
  },
});
