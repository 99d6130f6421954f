/** Reports and their headings. */
export const REPORT = {
  'heading-date': '"{date}" is not a date; give the date of the survey as YYYY-MM-DD, such as 2026-03-31.',
  'heading-long':
    'The field "{field}" of the survey is {length} characters long; a report has room for {longest}.',
  'logo-animated': 'it is animated, and paper is not; save one picture of it',
  'logo-colours': 'its colours are those of a printing press (CMYK); save it in RGB',
  'logo-cut': 'the file ends before the picture does; copy it again',
  'logo-damaged': 'its picture is damaged; save it again',
  'logo-empty': 'the file is empty',
  'logo-heavy': 'it has {kilobytes} kB of at most {most}; save it smaller',
  'logo-jpeg-kind': 'it is a JPEG of a kind that few programs read; save it as PNG',
  'logo-no-picture': 'it is no picture; name a PNG, JPEG or SVG',
  'logo-other': 'it is a {kind} file; save it as PNG, JPEG or SVG',
  'logo-pixels': 'it has {width} x {height} pixels; {least} to {most} on each side are taken',
  'logo-refused': 'Logo {name}: {what}.',
  'logo-svg-blank': 'the SVG draws nothing; save it again from a drawing program',
  'logo-svg-box': 'the SVG has no viewBox, so its size is not known; save it again from a drawing program',
  'logo-svg-drawn': 'the SVG cannot be drawn as it is written; save it again as plain SVG, or as PNG',
  'logo-svg-element':
    'the SVG has an element {element} (line {line}), which not every form of the report can show; convert it to paths, or save it as PNG',
  'logo-svg-loop': 'the SVG refers to itself, or draws far too much by reference; save it as PNG',
  'logo-svg-root':
    'the SVG does not begin as one (svg, with its namespace); save it again from a drawing program',
  'logo-svg-text': 'the SVG is no text in UTF-8; save it again as plain SVG',
  'logo-svg-unsafe':
    'the SVG holds {part} (line {line}), which could run or fetch something; save it as plain SVG, or as PNG',
  'logo-svg-words':
    'the SVG has text (line {line}), which looks different on every computer; convert the text to paths',
  'logo-svg-xml': 'the SVG is not well formed (line {line}: {what}); save it again',
  'logo-thin':
    'its long side is {ratio} times the short one, of at most {most}; cut it or save another form of it',
  'logo-turned': 'its camera noted that it is to be turned, which not every program does; save it upright',
  'no-section-to-draw': 'There is no section to draw; measure the drive first.',
  'report-sections':
    'A report needs at least two sections, there are {count}; take a closer interval or a longer range of chainages.',
} as const;
