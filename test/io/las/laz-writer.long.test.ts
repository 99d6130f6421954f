import './laz-writer.test.ts';
