// In the shell too, and its figures.
import './map.test.ts';
