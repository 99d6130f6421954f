import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { languageOf } from '../../../src-main/hosts/cli/words.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { IS_LONG, it } from '../../support/tier.ts';
import { endOf, lastJson, runCli, startCli } from './run-cli.ts';

describe('the language of the command line', () => {
  it.each([
    [['doctor', '--language', 'es'], { LANG: 'en_US.UTF-8' }, undefined, 'es'],
    [['doctor', '--language=en'], { LANG: 'es_PE.UTF-8' }, undefined, 'en'],
    [['doctor'], { LANG: 'es_PE.UTF-8' }, undefined, 'es'],
    [['doctor'], { LC_ALL: 'en_US.UTF-8', LANG: 'es_PE.UTF-8' }, undefined, 'en'],
    [['doctor'], { LC_ALL: '', LC_MESSAGES: 'es_CL', LANG: 'C' }, undefined, 'es'],
    [['doctor'], { LANG: 'C' }, 'es-PE', 'en'],
    [['doctor'], {}, 'es-CL', 'es'],
    [['doctor'], { LANG: 'est_EE' }, undefined, 'en'],
    [['doctor'], {}, undefined, 'en'],
  ] as const)('of %j with %j and the locale %s is %s', (args, env, locale, language) => {
    expect(languageOf(args, env, locale)).toBe(language);
  });
});

describe('the command line in Spanish', () => {
  it('explains the measuring options in Spanish, in their groups', async () => {
    const { stdout } = await endOf(startCli(['run', '--help', '--language', 'es']));
    expect(stdout).toMatch(/^Incertidumbre:\n {2}--range-bias <m> +cota del error sistemático/m);
    expect(stdout).toMatch(/--interval <m> +entre secciones.*, 0\.01 a 100 m/);
  });

  it('refuses in Spanish by the locale, to a person and to a program', async () => {
    const path = join(temporaryFolder(), 'nada.socavon');
    const end = await endOf(startCli(['info', path, '--json'], { LC_ALL: 'es_PE.UTF-8' }));
    const said = `No existe el archivo ${path}; revise el nombre y la carpeta.`;
    expect(end).toMatchObject({ status: 1, stderr: `error: ${said}\n` });
    expect(lastJson(end)).toEqual({ error: { code: 'file-missing', message: said } });
  }, 60_000);

  it.each([
    [['seve'], "error: comando desconocido 'seve' (¿Quiso decir serve?)"],
    [['serve', '--prot', '1'], "error: opción desconocida '--prot' (¿Quiso decir --port?)"],
    [['serve', '--port', 'x'], "error: opción '--port <n>': el argumento 'x' no es válido."],
    [['simulate'], "error: falta la opción obligatoria '--out <dir>'"],
    [['volume'], "error: falta el argumento obligatorio 'project'"],
    [['doctor', 'a'], "error: demasiados argumentos para 'doctor'. Se esperaban 0 y hay 1."],
    [['register', 'a', 'b', '--method', 'x'], 'Los valores admitidos son icp-point'],
  ])(
    'says what is wrong in the use of %j',
    async (args, said) => {
      const { status, stderr } = await runCli(...args, '--language', 'es');
      expect(status).toBe(2);
      expect(stderr).toContain(said);
      expect(stderr).toContain('Ejecútelo con --help');
    },
    60_000,
  );

  it('helps in Spanish', async () => {
    const { status, stdout } = await runCli('serve', '--help', '--language', 'es');
    expect(status).toBe(0);
    for (const said of ['Uso:', 'Opciones:', 'Argumentos:', 'abrir el navegador', '(por defecto: 0)'])
      expect(stdout.replaceAll(/\s+/g, ' '), 'lines are broken where they are full').toContain(said);
    expect(stdout).not.toMatch(/Usage|Options|default|choices/);
  }, 60_000);

  it.runIf(IS_LONG)(
    'tells its progress and its result in Spanish',
    async () => {
      const out = join(temporaryFolder(), 'labor');
      const { status, stdout, stderr } = await endOf(
        startCli(['simulate', '--length', '18', '--out', out], { LC_ALL: 'es_PE.UTF-8' }),
      );
      expect(status).toBe(0);
      expect(stderr).toMatch(/^simular: \d+\/\d+ barridos/m);
      expect(stdout).toMatch(/\d+ barridos; levantado de la progresiva .* m³ de vacío/);
      const info = await runCli('info', out, '--language', 'es');
      expect(info.stdout).toContain('labor simulada');
      expect(info.stdout).toMatch(/^ {2}captura +capture\.pcap/m);
    },
    120_000,
  );

  it('tells what works on a machine in Spanish', async () => {
    const { stdout } = await runCli('doctor', '--language', 'es');
    expect(stdout).toMatch(/^funciona Node: /m);
    expect(stdout).toContain('Carpeta de trabajo: se puede escribir en');
  }, 60_000);
});
