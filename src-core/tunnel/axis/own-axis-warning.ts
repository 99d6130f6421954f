import type { Axis } from '../../model/axis.ts';
import { sentence } from '../../model/sentences.ts';
import type { VolumeWarning } from '../../model/tunnel.ts';

/** Where the robot drove says nothing of where the mine wanted its drive. */
const DESIGN_ON_OWN_AXIS: VolumeWarning = {
  code: 'design-on-own-axis',
  message:
    "No axis was given: the design stands about a line that follows from this survey (the robot's way, or the middle of the void), not about the axis of the project; give the axis of the design before over- and underbreak are paid on.",
  sentence: sentence('design-on-own-axis', {}),
};

/** What is told of a design that had to be laid onto a line of the survey itself; nothing where its axis was given. */
export function ownAxisWarnings({ source }: Pick<Axis, 'source'>): VolumeWarning[] {
  return source === 'given' ? [] : [DESIGN_ON_OWN_AXIS];
}
