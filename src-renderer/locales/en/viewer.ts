export default {
  title: 'Map',
  noGraphics:
    'This machine cannot draw in three dimensions: neither WebGPU nor WebGL 2 works. Measuring and reports work all the same.',
};
