// Messages are one sentence for the person at the terminal, without secrets.

/** No database can be had. */
export class DatabaseUnreachable extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'DatabaseUnreachable';
  }
}

export class DataDirInUse extends Error {
  constructor(dataDir: string, pid: number | null) {
    const who = pid === null ? 'another Tidemark' : `another Tidemark (process ${pid})`;
    super(`The data folder ${dataDir} is in use by ${who}; stop that one, or set DATA_DIR to another folder.`);
    this.name = 'DataDirInUse';
  }
}

/** The tables are those of a newer version than this one. */
export class SchemaTooNew extends Error {
  constructor(newest: Date) {
    super(
      `The database was brought up to date by a newer Tidemark (its tables are of ${newest.toISOString().slice(0, 10)}); start ` +
        'that version, or set ALLOW_NEWER_SCHEMA=1 if its notes say that this one can still run on them.',
    );
    this.name = 'SchemaTooNew';
  }
}
