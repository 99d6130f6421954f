/** What a report promises, what it does not, and how each promise is known. */
export const CLAIMS_EN = {
  'claims.title': 'How sure',
  'claims.note':
    'Grades: E1 stated only; E2 tested on simulated truth of this program; E3 also on drives of another generator; E4 on real data; E5 by another party. The tests and tables behind each promise are listed in docs/claims.yaml of this version.',
  'claims.promise': 'Promised',
  'claims.grade': 'Grade',
  'claims.not': 'Not promised',
  'claim.volume': 'The volume is within its ± in 95 of 100 drives.',
  'claim.volume.not':
    'Not shown on real rock, and on two drives only of another generator. An instrument that was never checked by a known distance may be off by more than its maker states, and the volume by more than its ±.',
  'claim.cloud-volume': 'The volume of a cloud is within its ±, if the stated accuracy of the cloud is true.',
  'claim.cloud-volume.not':
    'How good the cloud is cannot be seen in it: the ± rests on what its maker or a person states.',
  'claim.length':
    'A drive whose walls constrain the motion ends within 0.1 % of its length without control points.',
  'claim.length.not': 'Not shown on real rock.',
  'claim.unobserved-length':
    'A length that the scans did not observe is named, with its chainages and its ±.',
  'claim.unobserved-length.not': 'How long it really is, without control points behind it.',
  'claim.instrument':
    'Range offsets and azimuths of single beams and the delay of the inertial unit are seen within their deviations.',
  'claim.instrument.not':
    'An offset that all ranges share: only a known distance or surveyed targets show it.',
  'claim.control': 'Check points between control points every 30 m are met within 1 cm.',
  'claim.control.not': 'Not tried with real targets.',
  'claim.loops':
    'A loop is closed where a place was passed twice, and the end of the drive is then within 5 cm.',
  'claim.loops.not': 'Not tried on a real loop; two places that look alike may be proposed and are judged.',
  'claim.objects': 'People, vehicles, dust, mesh and water change the volume by no more than its ± says.',
  'claim.objects.not': 'Muck on the floor is measured as rock.',
  'claim.design': 'Over- and underbreak carry a ± of their own.',
  'claim.design.not': 'Underbreak of a few cubic metres to better than some percent.',
  'claim.epochs': 'What changed between two surveys is told with its ±.',
  'claim.epochs.not': 'A change that is smaller than its ±, or an axis that both surveys share wrongly.',
  'claim.floor': 'Gradient and clearance follow the measured floor and wall.',
  'claim.floor.not': 'What water, muck or vehicles cover.',
  'claim.recordings':
    'Ranges are those of the recording, to the digit, as compared with the decoders of makers on real files.',
  'claim.recordings.not': 'Models and firmware of which no real recording was available.',
  'claim.same-result':
    'The same files and options give the same numbers, with any number of threads and after any interruption.',
  'claim.same-result.not': 'Another version of the program may give others; it is named below.',
  'claim.damage': 'A damaged file is read or refused in a sentence, and nothing is made up from it.',
  'claim.damage.not': 'Damage that leaves a file valid is not seen without a check sum in its format.',
  'claim.trail': 'Each number can be traced to its files, options and version, and a later change is seen.',
  'claim.trail.not': 'The trail is no signature: who can write the project can write a new one.',
} as const;
