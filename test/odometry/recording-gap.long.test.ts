// Further drives, gaps and sensors.
import './recording-gap.test.ts';
