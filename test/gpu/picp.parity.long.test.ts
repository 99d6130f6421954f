// Every set of options by every search.
import './picp.parity.test.ts';
