// What the console shows and changes of other rooms, as the assembly hands it over. Targets are texts, values are JSON.
import type { BannerForm, operatorCalls } from '@tidemark/contract/operators.ts';
import type { Caller, Input, Output } from '@tidemark/contract/wire.ts';

type Calls = typeof operatorCalls;
type User = Output<Calls['operatorFreezeUser']>;
type Application = Output<Calls['operatorDecide']>;

export interface Desks {
  readonly settings: {
    list(): Promise<Output<Calls['operatorSettings']>['items']>;
    preview(key: string, value: unknown): Promise<{ readonly before: unknown; readonly after: unknown; readonly problem: string | null }>;
    /** null: not set. */
    read(key: string): Promise<unknown>;
    write(key: string, value: unknown): Promise<void>;
  };
  readonly banners: {
    list(): Promise<readonly BannerForm[]>;
    read(id: string): Promise<BannerForm | null>;
    write(id: string, banner: BannerForm | null): Promise<void>;
  };
  readonly users: {
    /** By user ID or e-mail address. */
    find(query: string): Promise<User | null>;
    freeze(number: number, isFrozen: boolean): Promise<void>;
    endSessions(number: number): Promise<number>;
  };
  readonly chat: {
    list(caller: Caller): Promise<Output<Calls['operatorChats']>['items']>;
    read(caller: Caller, conversationId: string): Promise<Output<Calls['operatorChat']>['items']>;
    answer(caller: Caller, given: Input<Calls['operatorAnswer']>): Promise<Output<Calls['operatorAnswer']>>;
  };
  readonly applications: {
    list(): Promise<readonly Application[]>;
    one(receipt: string): Promise<Application | null>;
    readDecision(receipt: string): Promise<Application['decision']>;
    decide(receipt: string, decision: Application['decision']): Promise<void>;
  };
  state(): Promise<Output<Calls['operatorState']>>;
}
