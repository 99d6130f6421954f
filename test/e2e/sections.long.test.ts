// Of a part, and while the drive grows.
import './sections.test.ts';
