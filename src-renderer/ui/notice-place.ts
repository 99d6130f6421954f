import { shallowRef } from 'vue';

/**
 * Element of the topmost open dialog in which notices are shown; null: no dialog is open. Outside of it they would
 * cover its buttons, and a click on one would count as a click beside the dialog and close it.
 */
export const noticePlace = shallowRef<HTMLElement | null>(null);

const open: HTMLElement[] = [];

/** Names the place of a dialog that opened. */
export function addNoticePlace(place: HTMLElement): void {
  open.push(place);
  noticePlace.value = place;
}

/** Forgets the place of a dialog that closed. */
export function removeNoticePlace(place: HTMLElement): void {
  open.splice(open.indexOf(place), 1);
  noticePlace.value = open.at(-1) ?? null;
}
