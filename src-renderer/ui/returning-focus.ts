let isReturning = false;

/** Marks that a dialog closes and gives the focus back to the button that opened it. */
export function markReturningFocus(): void {
  isReturning = true;
  // The focus moves in the same task.
  setTimeout(() => {
    isReturning = false;
  });
}

/** True while the focus comes back from a dialog: the user has not come to the button by themselves. */
export function isFocusReturning(): boolean {
  return isReturning;
}
