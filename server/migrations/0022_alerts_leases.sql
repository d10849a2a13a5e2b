CREATE TABLE "alert_judge" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_judge_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"backend" integer NOT NULL,
	"is_judging" boolean DEFAULT false NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_lease" (
	"partition" smallint PRIMARY KEY NOT NULL,
	"judge" bigint
);
--> statement-breakpoint
ALTER TABLE "alert_lease" ADD CONSTRAINT "alert_lease_judge_alert_judge_id_fk" FOREIGN KEY ("judge") REFERENCES "public"."alert_judge"("id") ON DELETE set null ON UPDATE no action;