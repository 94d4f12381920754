import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '..', '..');

/**
 * Builds the program and runs `serve` on a data file of its own, filled with the shipped
 * library. Gives the address of the page and a function that stops it.
 */
export async function startService() {
  const folder = await mkdtemp(join(tmpdir(), 'incidentgraph-'));
  const program = join(folder, 'incidentgraph');
  await promisify(execFile)('go', ['build', '-o', program, './cmd/incidentgraph'], { cwd: repository });
  const service = spawn(program, ['serve', '--listen', '127.0.0.1:0'], {
    env: { PATH: process.env.PATH, XDG_DATA_HOME: join(folder, 'data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(service, 'exit');
  const address = await new Promise((resolve, reject) => {
    const said = [];
    createInterface(service.stderr).on('line', (line) => {
      said.push(line);
      const event = JSON.parse(line);
      if (event.msg === 'serving') resolve(event.page);
    });
    ended.then(([code]) => reject(new Error(`serve ended with ${code}: ${said.join('\n')}`)));
  });
  return {
    address,
    async stop() {
      service.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
