// In every host.
import './sections.test.ts';
