/** Width of the text and of the drawings on paper, mm: that of A4 less 15 mm on either side, which Letter holds too. */
export const CONTENT_WIDTH = 180;
/** Height of the text on the lowest of these papers, Letter, mm. */
export const CONTENT_HEIGHT = 238;
