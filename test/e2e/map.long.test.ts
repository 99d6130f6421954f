// In every host.
import './map.test.ts';
