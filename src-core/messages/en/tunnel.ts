/** Axis, sections, volume and what is measured along the drive. */
export const TUNNEL = {
  'axis-fold':
    'Near chainage {chainage} the axis bends so sharply that sections cross inside the drive; smooth the axis there.',
  'axis-hairpin': 'The axis turns back on itself at chainage {chainage}; give a line without hairpins.',
  'axis-map-short':
    'Less than a metre of wall closes along the guide, too little for an axis from the map; give an axis.',
  'axis-off-map':
    'No point of the map lies near the axis: it runs {metres} m off the map, which reaches in easting {east}, in northing {north}, in elevation {level}; check the order of its coordinates, their grid, and the pose of the first scan.',
  'axis-position-no-number':
    'Position {position} of the trajectory is not a number; align the capture again or give an axis.',
  'axis-robot-still':
    'The path of the survey reaches only {metres} m from where it begins, too little for an axis; give an axis, or measure the void without one, as a chamber.',
  'axis-robot-still-cli':
    'The path of the survey reaches only {metres} m from where it begins, too little for an axis; give one with --axis, or measure the void without one: socavon chamber.',
  'axis-short':
    'The walls were measured up to chainage {chainage} only, {metres} m before the face: the section there was carried on to it. Give an axis that runs up to the face.',
  'axis-stands-still':
    'The axis stands still or turns back at chainage {chainage}; every vertex needs its own place and a larger chainage.',
  'axis-steep':
    'The axis is nearly vertical at chainage {chainage}; sections need an axis flatter than 80 degrees.',
  'axis-vertices-few': 'The axis has fewer than two vertices; give at least two.',
  'breaks-no-design':
    'No stretch of the design lies between chainages {from} and {to}; give one that covers them, or leave the design out.',
  'breaks-no-profile':
    'No profile between chainages {from} and {to} closes, so nothing can be compared with the design there.',
  'chainage-empty':
    'The chainage range {start}:{end} is empty or reversed; give a start before the end within {knownStart}:{knownEnd}.',
  'chainage-list-empty': 'The list of chainages is empty; give at least one, in metres.',
  'chainage-no-number': '{value} is not a chainage; give numbers in metres.',
  'chainage-none':
    '{name}, line {line}: "{content}" is not a chainage; give metres, such as 250.5 or 0+250.5.',
  'chainage-off-axis':
    'The chainage range {start}:{end} lies outside the axis {axis}, which runs from {first} to {last}; give a range within it.',
  'chainage-outside':
    'The chainage range {start}:{end} lies outside the surveyed wall, which is known from {knownStart}:{knownEnd}; give a range within it.',
  'chainage-reversed':
    'The chainage range {from}:{to} is empty or reversed; the start must be smaller than the end.',
  'chainages-empty': '{name} has no chainage; give at least one, in metres.',
  'clearance-no-section':
    'No section between chainages {from} and {to} closes, so nothing can be said about what passes there.',
  'density-none': 'A density of {density} t/m³ gives no tonnes; give that of the rock in place, such as 2.7.',
  'density-unit':
    'A density of {density} t/m³ is more than any ore has; is it in kg/m³? Give t/m³, such as 2.7.',
  'face-away':
    'The robot drove towards smaller chainages, and no face was seen from chainage {chainage} on: the axis runs away from the face, so no advance is given. Count the chainage from the other end of the axis.',
  'face-hidden':
    'Too little of the face was seen from chainage {chainage} on; no advance is given. Drive nearer to it, or stand there for a second.',
  'face-open':
    'No face was seen within {reach} m ahead of chainage {chainage}: the end is open there, and no advance is given.',
  'face-slanting':
    'What lies ahead of the robot reaches from chainage {start} to {end}: that is the wall of a bend, or a heap, and no face; no advance is given. Drive nearer to the face, or give an axis that runs up to it.',
  gap: 'From chainage {start} to {end} the wall is not closed by points; its volume there is interpolated.',
  'girth-no-area':
    'The outline to unroll the wall along encloses no area; give a closed one, counter-clockwise.',
  'drive-hole-beyond': 'Beyond, from {from} to {to}, the wall is closed again and can be measured by itself.',
  'drive-hole-beyond-cli':
    'Beyond, from {from} to {to}, the wall is closed again: measure it by itself with --chainage {from}:{to}.',
  'drive-hole-end': 'Drive {metres} m farther, or turn round there and drive back.',
  'drive-hole-midst': 'Drive there again, the other way or with the sensor tilted.',
  'drive-hole-part': 'From chainage {from} to {to} no scan saw {what}.',
  'drive-hole-side': 'Drive there again so that the sensor sees that side.',
  'drive-hole-start': 'Begin the drive {metres} m earlier, or turn round at its end and drive back.',
  'drive-part-all': 'the wall',
  'drive-part-crown': 'the crown',
  'drive-part-floor': 'the floor',
  'drive-part-left': 'the left rib',
  'drive-part-right': 'the right rib',
  'drive-uncovered':
    'The volume is of {covered} of the {driven} m of the path only ({percent} %). {why:text}',
  'figure-clearance': 'the clearance of the vehicle',
  'figure-comparison': 'the comparison with the earlier survey',
  'figure-contour': 'the contour quality of the rounds',
  'figure-design': 'over- and underbreak',
  'figure-grade': 'the gradient of the floor',
  'figure-missing': 'The result is without {figure}. {why}',
  'figure-stations': 'the sections at the chainages that were given, and has those at the interval',
  'figure-unrolled': 'the unrolled wall',
  'grade-base': 'A gradient over {metres} m is not possible; give a positive base length, such as 10.',
  'grade-floor-short':
    'The surveyed floor is {length} m long, shorter than the {base} m over which its gradient is taken; give a shorter base or more of the drive.',
  'interval-none': 'A profile interval of {interval} m is not possible; give a positive one.',
  'measured-share': 'Only {percent} % of the wall was measured; the rest is interpolated.',
  'mesh-hides-rock':
    'Mesh {names}: beside it rays graze {metres2} m² of wall, where mesh would hide the rock. The ± contains that.',
  'methods-disagree':
    'The methods differ by {percent} % of the volume; take profiles nearer together than {every} m.',
  'path-aside':
    "{percent} % of the robot's path lies away from the axis found from it: branches are not measured; give an axis for each.",
  'path-aside-cli':
    "{percent} % of the robot's path lies away from the axis found from it: branches are not measured; give an axis for each with --axis.",
  'points-no-reflectivity':
    'These points carry no reflectivity; measure the wall without it, or from the capture itself.',
  'profile-open':
    'At {count} of the chainages asked for the wall is not closed by points, so they have no profile and no area: {chainages}.',
  'profiles-all-open':
    'None of the {count} requested chainages has a closed section; the wall is known from {from} to {to}.',
  'radius-too-large': 'A radius of {radius} m is too large for voxels of {voxel} m; take at most 500 voxels.',
  'range-clamped':
    'The wall is closed only from chainage {start} to {end} of the {askedStart}:{askedEnd} asked for; the volume is of that part.',
  'round-empty':
    '{name} runs from chainage {from} to {to}, which is empty; the start must be smaller than the end',
  'round-reversed':
    '{name} runs from chainage {from} to {to}, which is reversed; the start must be smaller than the end',
  'sections-open':
    'No section between chainages {from} and {to} closes: no scan saw {parts:and} there. Check that the axis runs through the map; a narrow sensor also sees crown and floor only some metres ahead, so drive it further than what is to be measured.',
  'stretch-unobserved':
    'Over {metres} of the {ofMetres} m from chainage {start} to {end} the walls did not constrain the length (chainages {stretches}): the drive may be longer or shorter by {plusMinus} m, which alone is ± {ofLength} of the ± {volumePlusMinus} m³ of the volume. What holds without the length is {perMetre} ± {perMetrePlusMinus} m³ per metre; tie the stretch to a known length before signing a total.',
  'halves-angles':
    'Chainages {stretches}: one wall measured squarely and from near differs from the same measured aslant and from afar as if ranges were too long by {size} ± {sizePlusMinus} mm, and by {slant} ± {slantPlusMinus} mm more at 75 degrees, beyond the {bound} and {slantBound} mm that are taken for this instrument: its bias, or the stated range bias, is wrong. The ± of the volume has {volume} m³ for it; measure a known distance.',
  'halves-beams':
    'Chainages {stretches}: {count|beam|beams} {beams} of the beam table {count|measures|measure} the wall up to {size} ± {sizePlusMinus} mm away from where its neighbours do: the metadata may be those of another instrument. The ± of the volume has {volume} m³ for it.',
  'halves-poses':
    'Chainages {stretches}: the wall of {halves} differs by {size} ± {sizePlusMinus} mm, more than the alignment is uncertain: check poses, time stamps and dynamic returns there. The ± of the volume has {volume} m³ for it.',
  'ranges-long':
    'The ranges of this sensor seem {bias} ± {plusMinus} mm too long, more than the {bound} mm that are stated of it: where rays meet the wall squarely they are longer than where they meet it aslant. The volume has been reduced by {volume} m³ for it; measure a known distance with the sensor.',
  'halves-scans': 'odd and even scans',
  'halves-sense': 'rays up and down the chainage',
  'halves-passes': 'one pass and the next',
  'swell-none':
    'A swell of {swell} is not possible; give the share that the rock gains when it is broken, such as 0.4 for 40 %.',
  'unroll-cell':
    'Cells of {cell} m are not possible for an unrolled wall of {metres} m; give an edge such as 0.1.',
  'unroll-no-section':
    'No section closes in this range, so the wall cannot be unrolled; give a range that was surveyed, or a design.',
  'vehicle-clearance': 'its ground clearance of {metres} m must lie between 0 and its height of {height} m',
  'vehicle-height': 'height',
  'vehicle-length': 'length',
  'vehicle-refused': 'The vehicle cannot be used: {why}.',
  'vehicle-size': 'a {side} of {metres} m is not possible; give metres, above 0 and at most {most}',
  'vehicle-wheelbase': 'its wheelbase of {metres} m must lie between 0 and its length of {length} m',
  'vehicle-width': 'width',
} as const;
