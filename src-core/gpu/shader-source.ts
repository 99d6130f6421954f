/**
 * Returns the text of a file of `shaders/` by its base name. The core reads no files: the host provides this
 * function, from disk or from a bundle.
 */
export type ShaderSource = (name: string) => string;
