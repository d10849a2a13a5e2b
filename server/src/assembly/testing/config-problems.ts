import assert from 'node:assert/strict';
import { ConfigError, loadConfig } from '../config.ts';

/** What a start with these settings would complain of; nothing where it would go on. */
export const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
};
