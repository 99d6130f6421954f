/** What a menu does with the entry that was chosen in it. */
interface MenuChoice {
  take(id: string): void;
  /** To be called where the closed menu would give the focus back. */
  leave(event: Event): void;
}

/**
 * Reports what was chosen once the menu is gone and the focus is where it belongs: an open menu takes the focus back
 * from whatever gets it, such as a field to type into.
 *
 * @param focusBack moves the focus to where it was before the menu
 */
export function menuChoice(report: (id: string) => void, focusBack: () => void): MenuChoice {
  let chosen: string | null = null;
  return {
    take: (id) => {
      chosen = id;
    },
    leave: (event) => {
      if (chosen === null) return;
      const id = chosen;
      chosen = null;
      event.preventDefault();
      setTimeout(() => {
        focusBack();
        report(id);
      });
    },
  };
}
