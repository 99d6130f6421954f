import type { LandXmlExport } from '../../io/cad/landxml-writer.ts';
import { solidOfProfiles } from '../../tunnel/sections/closed-solid.ts';
import { type DrawnDrive, plainChainage } from './drawn-drive.ts';

const WORDS = {
  es: {
    slope:
      'Estaciones en longitud horizontal; las progresivas del levantamiento siguen la pendiente, de {from} a {to}.',
    horizontal: 'Estaciones en longitud horizontal, como las progresivas del levantamiento.',
    solid: 'Solido cerrado entre {from} y {to}, como TIN de todas sus caras; no es una superficie 2.5D.',
  },
  en: {
    slope:
      'Stations are horizontal lengths; the chainages of the survey follow the slope, from {from} to {to}.',
    horizontal: 'Stations are horizontal lengths, as the chainages of the survey.',
    solid: 'Closed solid between {from} and {to}, as a TIN of all its faces; not a 2.5D surface.',
  },
} as const;

/**
 * Writes LandXML, in mine coordinates: the axis as an alignment and the closed solid of the sections as a TIN
 * surface.
 */
export function driveLandXml(
  { name, axis, sections, language, surveyedAt }: DrawnDrive,
  application: LandXmlExport['application'],
): LandXmlExport {
  const words = WORDS[language];
  const withChainages = (text: string, from: number, to: number): string =>
    text.replace('{from}', plainChainage(from)).replace('{to}', plainChainage(to));
  const profiles = sections.map(({ profile }) => profile);
  return {
    project: name,
    application,
    date: surveyedAt,
    alignments: [
      {
        name,
        description: withChainages(
          words[axis.kind],
          axis.chainage[0],
          axis.chainage[axis.chainage.length - 1],
        ),
        points: axis.xyz,
        startStation: axis.chainage[0],
      },
    ],
    surfaces:
      profiles.length > 1
        ? [
            {
              name,
              description: withChainages(
                words.solid,
                profiles[0].chainage,
                profiles[profiles.length - 1].chainage,
              ),
              ...solidOfProfiles(profiles),
            },
          ]
        : [],
  };
}
