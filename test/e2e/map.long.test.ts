// In every host, and its figures.
import './map.test.ts';
