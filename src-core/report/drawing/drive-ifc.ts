import type { IfcExport } from '../../io/cad/ifc-writer.ts';
import { solidOfProfiles } from '../../tunnel/sections/closed-solid.ts';
import { type DrawnDrive, inMap, plainChainage } from './drawn-drive.ts';

const WORDS = {
  es: {
    slope: 'Las progresivas siguen la pendiente, de {from} a {to}.',
    horizontal: 'Las progresivas son longitudes horizontales, de {from} a {to}.',
    section: 'Sección medida en {at}, {area} m²',
    solid: 'Sólido cerrado entre {from} y {to}, de las secciones medidas',
    survey: 'Levantamiento de una labor subterránea',
  },
  en: {
    slope: 'Chainages follow the slope, from {from} to {to}.',
    horizontal: 'Chainages are horizontal lengths, from {from} to {to}.',
    section: 'Section measured at {at}, {area} m²',
    solid: 'Closed solid between {from} and {to}, of the measured sections',
    survey: 'Survey of an underground working',
  },
} as const;

/** Axis, measured sections and closed solid of a drive as IFC. */
export function driveIfc(
  { name, axis, sections, language, surveyedAt }: DrawnDrive,
  { application, system }: Pick<IfcExport, 'application' | 'system'>,
): IfcExport {
  const words = WORDS[language];
  const between = (text: string, from: number, to: number): string =>
    text.replace('{from}', plainChainage(from)).replace('{to}', plainChainage(to));
  const profiles = sections.map(({ profile }) => profile);
  const [from, to] = [profiles[0].chainage, profiles[profiles.length - 1].chainage];
  const [start, end] = [axis.chainage[0], axis.chainage[axis.chainage.length - 1]];
  const [x, y, z] = profiles[0].origin;
  return {
    name,
    description: words.survey,
    application,
    date: surveyedAt,
    origin: [Math.round(x), Math.round(y), Math.round(z)],
    system,
    alignment: {
      name,
      description: between(words[axis.kind], start, end),
      points: axis.xyz,
      start,
      startName: plainChainage(start),
    },
    sections: profiles.map((profile) => {
      const { chainage, area, perimeter, measuredShare, outline } = profile;
      const at = plainChainage(chainage);
      return {
        ...{ name: at, chainage, area, perimeter, measuredShare },
        description: words.section.replace('{at}', at).replace('{area}', area.toFixed(2)),
        points: inMap(profile, outline),
      };
    }),
    solid:
      profiles.length > 1
        ? { name, description: between(words.solid, from, to), mesh: solidOfProfiles(profiles) }
        : null,
  };
}
