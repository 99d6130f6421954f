// In every host.
import './alignment.test.ts';
