/**
 * Gives the text of a file of `shaders/` by its name without the ending. The core reads no files: a host hands
 * this in, from disk or from a bundle.
 */
export type ShaderSource = (name: string) => string;
