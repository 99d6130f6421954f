// From a damaged cache, and for two windows at once.
import './map-levels.test.ts';
