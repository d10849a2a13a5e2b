CREATE TABLE "feed_lease" (
	"id" smallint PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"pid" integer,
	"connected_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone NOT NULL
);
