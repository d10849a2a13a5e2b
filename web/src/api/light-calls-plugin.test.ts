import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { calls } from '@tidemark/contract/calls.ts';
import { lightCallsPlugin } from './light-calls-plugin.ts';

it('the browser gets method and path of every call, and nothing of its schemas', async () => {
  const plugin = lightCallsPlugin() as unknown as {
    resolveId(id: string): string | undefined;
    load(id: string): Promise<string | undefined>;
  };
  assert.equal(plugin.resolveId('@tidemark/contract/market.ts'), undefined);
  const code = (await plugin.load(plugin.resolveId('@tidemark/contract/calls.ts')!))!;
  const light = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { calls: object; isCallName(name: string): boolean };
  assert.deepEqual(light.calls, Object.fromEntries(Object.entries(calls).map(([name, { method, path }]) => [name, { method, path }])));
  assert.deepEqual([light.isCallName('usdtRate'), light.isCallName('toString')], [true, false]);
  assert.ok(gzipSync(code).length < 2_500);
});
