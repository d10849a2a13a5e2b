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
