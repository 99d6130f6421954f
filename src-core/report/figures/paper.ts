/** Width of the text and of the drawings on paper, mm: A4 less 15 mm on either side, which also fits on Letter. */
export const CONTENT_WIDTH = 180;
/** Height of the text on the shortest of these papers, Letter, mm. */
export const CONTENT_HEIGHT = 238;
