/** A text in every language of the program. */
export interface Texts {
  readonly es: string;
  readonly en: string;
}
