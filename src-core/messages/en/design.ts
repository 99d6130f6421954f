/** Design sections and programmes. */
export const DESIGN = {
  'design-axis-height': 'give metres above the floor',
  'design-axis-left': "give metres to the left of the section's middle",
  'design-axis-where':
    "outline {line} lies from {across} m across and {upwards} m upwards, away from the drawing's origin; say where the axis stands in it",
  'design-centimetres': 'that is too large for a drive in metres; is it in centimetres? Give metres',
  'design-crosses': 'the side from point {side} crosses the side from point {other}',
  'design-drawn':
    '{name}: outline {line}, {width} m wide and {height} m high, drawn as seen looking {view}; the axis runs {axis} m above its floor.',
  'design-encloses-little': 'its points enclose {area} m², which is not the section of a drive',
  'design-ending': 'its extension is none of {endings}; save it as one of those',
  'design-figure': '"{figure}" is {value}; {what}',
  'design-figure-unknown': '{figures} is not known for {where}',
  'design-figure-wrong': '"{figure}" of {where} is missing or wrong ({why})',
  'design-height': 'the half circle above the springline alone is {half} m high',
  'design-in-stretch': 'stretch {stretch}: {what}',
  'design-invert': 'give 0 for a level floor, or metres',
  'design-line-none': 'it has no line named "{line}"; it has {lines}',
  'design-millimetres': 'that is too large for a drive in metres; is it in millimetres? Give metres',
  'design-no-json': 'Design {name} is not valid JSON: {why}.',
  'design-no-stretch': 'it has no stretch; give at least one section',
  'design-none-closed':
    'none of its {count} lines is closed (file lines {at}); join the section into one closed polyline',
  'design-of-programme': 'a programme',
  'design-of-shape': 'the shape "{shape}"',
  'design-offset': 'give metres from 0 to {most}',
  'design-offset-none':
    'Moved inwards by {metres} m the design section vanishes or falls into pieces; give a smaller offset.',
  'design-on-own-axis':
    'No axis was given: the design is placed on an axis derived from this survey (the trajectory, or the centreline of the void), not on the project axis; give the axis of the design before over- and underbreak are paid on.',
  'design-outline-open': 'outline {line} (file line {at}) is open: its ends lie {metres} m apart; close it',
  'design-outline-long':
    'outline {line} (file line {at}) has {points} points, of which {most} are taken; draw it with fewer',
  'design-outline-short':
    'outline {line} (file line {at}) has {points} {points|point|points}; an outline needs three',
  'design-plane':
    'easting, northing and elevation of outline {line} all vary; say which two make the section: easting-northing, easting-elevation or northing-elevation',
  'design-point-twice': 'point {point} repeats the one before; leave it out (the outline closes by itself)',
  'design-points-height': 'height of the points',
  'design-points-width': 'width of the points',
  'design-radius': 'it must be at least half the width, {half} m',
  'design-refused': 'Design {name}: {what}.',
  'design-rise':
    'an arch of {rise} m rise bulges beyond the walls; the rise (height - wallHeight) may be at most half the width, {half} m',
  'design-several-closed':
    'it has {count} closed outlines ({lines}; file lines {at}); say by its layer or string which one is the section, and leave only that one there',
  'design-shape-missing': 'its "shape" is missing; give {shapes:or}',
  'design-shape-none': 'its "shape" is {shape}; give {shapes:or}',
  'design-shoulder': 'the shoulder arcs need a radius over 0 and under the rise of the arch, {rise} m',
  'design-side-none': '"floorSides" names side {side}; the outline has sides 0 to {last}',
  'design-small': 'a section needs at least {least} m',
  'design-solid':
    '{name}: the design is cut from the solid in {count} {count|stretch|stretches} over {metres} m of the axis, a section every {every} m',
  'design-solid-apart':
    'the axis passes through no part of this solid, which may be in another grid or unit, or another working',
  'design-solid-axis':
    '{name} is a solid: its design sections are cut along an axis; give that too (--axis FILE).',
  'design-solid-option':
    '{option} applies to a drawn section; leave it out for a solid, which lies in the frame of the survey.',
  'design-spring': 'it must lie between the floor (0) and the crown ({height} m)',
  'design-straight': 'outline {line} is a straight line in its coordinates',
  'design-stretch-empty':
    'it runs from chainage {start} to {end}, which is empty or reversed; let it end after it begins',
  'design-stretches-open':
    'stretches {first} and {second} overlap, because one of them is open where they meet; say at which chainage the first ends and the second begins',
  'design-stretches-order':
    'stretch {first} ends at chainage {end}, after stretch {second} begins at {start}; give the stretches in order and without overlap',
  'design-turns-back': 'the outline turns back on itself at point {point}',
  'design-view-down': 'down-chainage',
  'design-view-up': 'up-chainage',
  'design-wall-height': 'give metres from the floor to the springline',
  'design-walls':
    'walls of {wallRadius} m radius do not meet the floor {height} m below the crown; give a larger wall radius or a smaller height',
} as const;
