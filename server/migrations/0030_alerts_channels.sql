CREATE TABLE "alert_bot" (
	"id" smallint PRIMARY KEY NOT NULL,
	"name" text,
	"next_update" bigint DEFAULT 0 NOT NULL,
	"listener" text,
	"listens_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_channel" (
	"user_id" uuid NOT NULL,
	"channel" smallint NOT NULL,
	"target" text NOT NULL,
	"label" text NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "alert_channel_user_id_channel_pk" PRIMARY KEY("user_id","channel")
);
--> statement-breakpoint
CREATE TABLE "alert_link" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_link_hash" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "alert_delivery" ADD COLUMN "about" smallint;