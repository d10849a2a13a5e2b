CREATE TABLE "support_conversation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"device_hash" text,
	"merged_into" uuid,
	"locale" text NOT NULL,
	"email" text,
	"is_closed" boolean DEFAULT false NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"read_seq" integer DEFAULT 0 NOT NULL,
	"agent_read_seq" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"operator_due_at" timestamp (3) with time zone,
	"operator_told_seq" integer DEFAULT 0 NOT NULL,
	"reader_due_at" timestamp (3) with time zone,
	"reader_told_seq" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "support_conversation_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "support_conversation_device_hash_unique" UNIQUE("device_hash"),
	CONSTRAINT "support_conversation_one_owner" CHECK (num_nonnulls("support_conversation"."user_id", "support_conversation"."device_hash", "support_conversation"."merged_into") = 1)
);
--> statement-breakpoint
CREATE TABLE "support_message" (
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"id" uuid NOT NULL,
	"sender" text NOT NULL,
	"text" text NOT NULL,
	"client_key" text,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "support_message_conversation_id_seq_pk" PRIMARY KEY("conversation_id","seq"),
	CONSTRAINT "support_message_id_unique" UNIQUE("id"),
	CONSTRAINT "support_message_client_key" UNIQUE("conversation_id","sender","client_key")
);
--> statement-breakpoint
ALTER TABLE "support_conversation" ADD CONSTRAINT "support_conversation_merged_into_support_conversation_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."support_conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_message" ADD CONSTRAINT "support_message_conversation_id_support_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."support_conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_conversation_newest" ON "support_conversation" USING btree ("is_closed","last_message_at" DESC NULLS LAST) WHERE "support_conversation"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "support_conversation_operator_due" ON "support_conversation" USING btree ("operator_due_at") WHERE "support_conversation"."operator_due_at" is not null;--> statement-breakpoint
CREATE INDEX "support_conversation_reader_due" ON "support_conversation" USING btree ("reader_due_at") WHERE "support_conversation"."reader_due_at" is not null;