// Every panel in every pair of size, language and theme, and every dialog.
import './look.test.ts';
