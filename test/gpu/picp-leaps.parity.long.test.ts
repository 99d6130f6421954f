// Clouds in parts with every set of options.
import './picp-leaps.parity.test.ts';
