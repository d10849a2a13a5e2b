CREATE TABLE "error_report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"stack" text,
	"url" text,
	"user_agent" text,
	"release" text,
	"trace_id" text,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "error_report_count_positive" CHECK ("error_report"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "location_banner" (
	"id" uuid PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"locale" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"href" text NOT NULL,
	"image" text,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "location_banner_ends_after_start" CHECK ("location_banner"."ends_at" > "location_banner"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "site_setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "error_report_at" ON "error_report" USING btree ("at");--> statement-breakpoint
CREATE INDEX "location_banner_place" ON "location_banner" USING btree ("place","ends_at");