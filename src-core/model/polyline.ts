import type { Message } from '../messages/message.ts';

/** A line of another program's drawing: a polyline of a DXF layer, a Surpac string, an alignment. */
export interface NamedPolyline {
  /** DXF layer, Surpac string number, name of an alignment. */
  readonly name: string;
  /** 3 per vertex: easting, northing, elevation; metres; f64. A closed line does not repeat its first vertex. */
  readonly points: Float64Array;
  readonly closed: boolean;
  /** Line number in the file where it begins, from 1; for messages. */
  readonly line: number;
}

/** Result of reading a drawing: its lines, in metres, and remarks for the user, one sentence each. */
export interface ReadDrawing {
  readonly polylines: readonly NamedPolyline[];
  readonly notes: readonly Message[];
}
