export default {
  title: 'Mapa',
  noGraphics:
    'Esta máquina no puede dibujar en tres dimensiones: no funcionan WebGPU ni WebGL 2. Igual se puede medir y hacer reportes.',
};
