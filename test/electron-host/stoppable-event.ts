/** An event that a listener may prevent. */
export class StoppableEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
