// Row 374 of the specification, section 8: code 20205 answers visitors from countries that the service is not offered in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors, Refusal } from '@tidemark/contract/errors.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { closeTo } from './closed-countries.ts';

test('section 8, 20205: where the service is closed nothing is opened; reading and leaving stay', () => {
  let closed: readonly string[] = [];
  const answer = () => 'answered';
  const handlers = closeTo({ register: answer, login: answer, createAlert: answer, listAlerts: answer, logout: answer }, () => closed);
  const ask = (name: keyof typeof handlers, country: string | null) => {
    try {
      return (handlers[name] as (caller: Caller, input: unknown) => string)({ country } as Caller, {});
    } catch (error) {
      return error instanceof Refusal ? errors[error.error].code : String(error);
    }
  };
  assert.equal(ask('register', 'NL'), 'answered');
  closed = ['NL'];
  for (const name of ['register', 'login', 'createAlert'] as const) assert.equal(ask(name, 'NL'), '20205');
  for (const name of ['listAlerts', 'logout'] as const) assert.equal(ask(name, 'NL'), 'answered');
  assert.equal(ask('register', 'DE'), 'answered');
  assert.equal(ask('register', null), 'answered', 'nobody tells the country');
});
