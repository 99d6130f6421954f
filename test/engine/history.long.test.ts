// All seeds.
import './history.test.ts';
