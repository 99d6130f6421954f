import { z } from 'zod';

/** Kinds of picture that a logo may be, each with what begins its data URL. */
export const LOGO_TYPES = {
  png: 'data:image/png;base64,',
  jpeg: 'data:image/jpeg;base64,',
  svg: 'data:image/svg+xml;base64,',
} as const;
export type LogoType = keyof typeof LOGO_TYPES;

/** Most bytes of the file of a logo: it is in every report, and in the project. */
export const LARGEST_LOGO_BYTES = 1_000_000;

/** What a picture file says of itself: its kind, and its size in pixels, of an SVG in its own units. */
export interface LogoFacts {
  readonly type: LogoType;
  readonly width: number;
  readonly height: number;
}

/** The logo of a company for the head of its reports. */
export interface Logo extends LogoFacts {
  /** The file as it was given, as a data URL. */
  readonly url: string;
}

/** A logo as a project keeps it: the data URL. */
export const LogoUrl = z
  .string()
  .max(LOGO_TYPES.svg.length + 4 * Math.ceil(LARGEST_LOGO_BYTES / 3))
  .regex(/^data:image\/(?:png|jpeg|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/);
