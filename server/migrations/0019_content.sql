CREATE TABLE "article" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"topics" text[] NOT NULL,
	"coins" text[] NOT NULL,
	"prices" jsonb NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"guid_key" text,
	"link_key" text,
	"title_key" text,
	"facts" jsonb,
	"weight" double precision
);
--> statement-breakpoint
CREATE TABLE "content_mark" (
	"name" text PRIMARY KEY NOT NULL,
	"up_to" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "morning_paper" (
	"day" bigint PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "article_at" ON "article" USING btree ("at");--> statement-breakpoint
CREATE INDEX "article_guid" ON "article" USING btree ("guid_key");--> statement-breakpoint
CREATE INDEX "article_link" ON "article" USING btree ("link_key");--> statement-breakpoint
CREATE INDEX "article_title" ON "article" USING btree ("title_key","at");