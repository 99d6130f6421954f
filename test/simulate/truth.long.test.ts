// Every preset.
import './truth.test.ts';
