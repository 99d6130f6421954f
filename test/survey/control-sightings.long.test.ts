import './control-sightings.test.ts';
