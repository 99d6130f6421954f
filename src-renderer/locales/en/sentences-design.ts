/** Of a design that cannot be used; part of `sentences`. */
export default {
  'design-small': '{value} m is too small; a section needs at least {least} m.',
  'design-spring':
    '{wallHeight} m is not possible: the springline lies between the floor (0) and the crown ({height} m).',
  'design-rise':
    'An arch of {rise} m rise bulges beyond the walls; the rise may be at most half the width, {half} m.',
  'design-radius': 'A radius of {radius} m is too small; it must be at least half the width, {half} m.',
  'design-height': '{height} m is too low: the half circle over the springline alone is {half} m high.',
  'design-walls':
    'Walls of {wallRadius} m radius do not meet the floor {height} m below the crown; give a larger radius or a smaller height.',
  'design-shoulder':
    'A radius of {shoulderRadius} m is not possible: it must be over 0 and under the rise of the arch, {rise} m.',
  'design-millimetres':
    'Design {name}: “{figure}” is {value}, which is too large for a drive in metres; is it in millimetres? Give metres.',
  'design-centimetres':
    'Design {name}: “{figure}” is {value}, which is too large for a drive in metres; is it in centimetres? Give metres.',
  'design-axis-far': 'Design {name}: “{figure}” is {value}; is it in metres?',
  'design-wall-height':
    'Design {name}: “wallHeight” is {value}; give metres from the floor to the springline.',
  'design-invert': 'Design {name}: “invertRadius” is {value}; give 0 for a level floor, or metres.',
  'design-offset': 'Design {name}: “{figure}” is {value}; give metres from 0 to {most}.',
  'design-offset-none':
    'Moved inwards by {metres} m the design section vanishes or falls into pieces; give a smaller offset.',
  'design-point-twice':
    'Design {name}: point {point} repeats the one before; leave it out (the outline closes by itself).',
  'design-turns-back': 'Design {name}: the outline turns back on itself at point {point}.',
  'design-crosses': 'Design {name}: the side from point {side} crosses the side from point {other}.',
  'design-encloses-little': 'Design {name}: its points enclose {area} m², which is no section of a drive.',
  'design-side-none': 'Design {name}: “floorSides” names side {side}; the outline has sides 0 to {last}.',
  'design-spring-height':
    'Design {name}: “springHeight” is {value}; it must lie between the floor (0) and the crown ({top}).',
  'design-no-stretch': 'Design {name} has no stretch; give at least one section.',
  'design-stretch-empty':
    'Design {name}: it runs from chainage {start} to {end}, which is empty or reversed; let it end after it begins.',
  'design-stretches-open':
    'Design {name}: stretches {first} and {second} overlap, because one of them is open where they meet; say at which chainage the first ends and the second begins.',
  'design-stretches-order':
    'Design {name}: stretch {first} ends at chainage {end}, after stretch {second} begins at {start}; give the stretches in order and without overlap.',
  'design-ending': 'Design {name}: its ending is none of {endings}; save it as one of those.',
  'design-no-json': 'Design {name} is no valid JSON.',
  'design-shape-none': 'Design {name}: its “shape” is {shape}; give one of {shapes}.',
  'design-figure-unknown': 'Design {name}: “{figure}” is not known there.',
  'design-figure-wrong': 'Design {name}: “{figure}” is missing, or is not what belongs there.',
  'design-outline-open':
    'Design {name}: outline {line} (file line {at}) is open: its ends lie {metres} m apart; close it.',
  'design-outline-short':
    'Design {name}: outline {line} (file line {at}) has {points} points; an outline needs three.',
  'design-line-none': 'Design {name}: it holds no line named “{line}”; it has {lines}.',
  'design-none-closed':
    'Design {name}: none of its {count} lines is closed (file lines {at}); join the section into one closed polyline.',
  'design-several-closed':
    'Design {name}: it holds {count} closed outlines ({lines}; file lines {at}); say by its layer or string which one is the section, and leave only that one there.',
  'design-straight': 'Design {name}: outline {line} is a straight line in its coordinates.',
  'design-plane':
    'Design {name}: easting, northing and elevation of outline {line} all vary; say which two make the section.',
  'design-axis-where':
    'Design {name}: outline {line} lies from {across} m across and {upwards} m upwards, away from the drawing’s origin; say where the axis stands in it.',
  'drawing-unit-stated':
    'Drawing {name} would be {size} in size in {unit}, as was stated; say in which unit it is.',
  'drawing-unit-none':
    'Drawing {name} declares no unit and would be {size} in size in metres; say in which unit it is.',
  'drawing-unit-doubtful':
    'Drawing {name} declares {unit}; its size would be {sizes}. Say in which unit it is.',
};
