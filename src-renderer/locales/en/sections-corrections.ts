import { HEADINGS, TERMS } from '../../../src-core/messages/terms.ts';

/** Corrections by hand of what stands in the drive. */
export default {
  corrections: {
    title: 'Corrections by hand',
    draw: 'Correct',
    drawHint:
      'Drag a rectangle around what is to be corrected, with as little rock in it as can be; the form has its class and its length along the drive.',
    new: 'New correction',
    add: 'Add correction',
    discard: 'Discard',
    reversed: 'Each start must be smaller than its end; to the right and below count negative.',
    correct: 'Correct',
    isRock: 'It is rock',
    itIsRock: 'It is rock: {name}',
    isA: 'It is …',
    itIs: 'What {name} is',
    byHand: TERMS.byHand.en,
    box: 'correction by hand',
    number: 'No.',
    left: 'Left m',
    up: 'Up m',
    points: HEADINGS.returns.en,
    actions: 'Show, remove',
    show: 'Show correction {number}',
    remove: 'Remove correction {number}',
    note: 'Each box says what the returns in it are, whatever the rules find; where two overlap, the later one holds. Left and up are measured from the axis, as in the drawing. They go into the files and the report, and are forgotten with another axis.',
    classes: {
      duct: TERMS.duct.en,
      pipe: TERMS.pipeOrCable.en,
      vehicle: TERMS.vehicleOrBox.en,
      muck: TERMS.muck.en,
      mesh: TERMS.wireMesh.en,
      unknown: 'other object',
      rock: 'rock',
      ignore: 'ignore (dust, strays)',
    },
    help: {
      duct: 'Its returns are no rock: the void goes on to the rock behind, unless ducts are measured as wall.',
      pipe: 'Its returns are no rock: the void goes on to the rock behind.',
      vehicle:
        'Its returns are no rock: the void goes on to the rock behind, unless vehicles are measured as wall.',
      muck: 'Its volume is listed; the void goes on to the floor under it only if muck is left out of the wall.',
      mesh: 'Its returns are no rock: the void goes on to the rock behind. The box must not contain the rock.',
      unknown: 'Its returns are no rock: the void goes on to the rock behind.',
      rock: 'What the rules took for an object here is wall: the void ends on it.',
      ignore: 'These returns are neither wall nor object.',
    },
  },
};
