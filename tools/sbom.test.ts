// The parts of a release as npm run sbom writes them down, against what is installed for one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { rootDir } from './run-command.ts';

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(rootDir, path), 'utf8'));

test('the bill names the program and every part that a site runs with, in its version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    const file = join(folder, 'sbom.json');
    const { status, stderr } = spawnSync(process.execPath, ['tools/sbom.ts', file], { cwd: rootDir, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const bill = JSON.parse(readFileSync(file, 'utf8')) as {
      bomFormat: string;
      specVersion: string;
      metadata: { component: { 'bom-ref': string; name: string } };
      dependencies: { ref: string; dependsOn: string[] }[];
      components: { 'bom-ref': string; name: string; group?: string; version: string; purl: string }[];
    };
    assert.deepEqual([bill.bomFormat, bill.specVersion, bill.metadata.component.name], ['CycloneDX', '1.5', 'tidemark']);
    const told = new Set(bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`));
    const { packages } = readJson('package-lock.json') as { packages: Readonly<Record<string, { version: string }>> };
    const used = ['server', 'web', 'contract'].flatMap((workspace) => {
      const { dependencies = {} } = readJson(`${workspace}/package.json`) as { dependencies?: object };
      const ours = Object.keys(dependencies).filter((name) => !name.startsWith('@tidemark/'));
      return ours.map((name) => `${name} ${(packages[`${workspace}/node_modules/${name}`] ?? packages[`node_modules/${name}`])!.version}`);
    });
    assert.ok(used.length > 30, `${used.length}`);
    assert.deepEqual(
      used.filter((part) => !told.has(part)),
      [],
    );
    for (const tool of ['oxlint', 'oxfmt']) assert.ok(!bill.components.some(({ name }) => name === tool), tool);
    const refs = new Set([...bill.components.map((component) => component['bom-ref']), bill.metadata.component['bom-ref']]);
    for (const { ref, dependsOn } of bill.dependencies) for (const one of [ref, ...dependsOn]) assert.ok(refs.has(one), one);
    for (const { purl } of bill.components) assert.match(purl, /^pkg:npm\//);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
